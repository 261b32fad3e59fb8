// Particles move in a box and bounce off its walls: an array for each
// coordinate. See particles.cu for the styles.

void host(float *__restrict position, float *__restrict velocity, int n,
          float time, float drag) {
  for (int axis = 0; axis < 3; ++axis) {
    float *p = position + long(axis) * n, *v = velocity + long(axis) * n;
    float pull = axis == 1 ? -9.81f * time : 0.0f;
#pragma omp simd
    for (int i = 0; i < n; ++i) {
      float speed = v[i] * drag + pull, place = p[i] + speed * time;
      bool isOut = place < 0.0f || place > 1.0f;
      place = place < 0.0f ? -place : place > 1.0f ? 2.0f - place : place;
      p[i] = place;
      v[i] = isOut ? -speed : speed;
    }
  }
}
