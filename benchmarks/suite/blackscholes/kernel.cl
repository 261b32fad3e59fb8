// A thread for each option.

float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail =
      0.39894228f * exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f +
                 k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void price(global const float *price, global const float *strike,
                  global const float *years, global float *call,
                  global float *put, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = price[i], x = strike[i], t = years[i];
  float spread = kVolatility * sqrt(t);
  float d1 =
      (log(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / spread;
  float d2 = d1 - spread;
  float discounted = x * exp(-kRate * t);
  float n1 = normal(d1), n2 = normal(d2);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1 - n2) - s * (1 - n1);
}
