"""How a program is compiled and run, and what counts as a difference."""
import os
import pathlib
import re
import resource
import subprocess
import tempfile

COMMON = ['-w', '-fmad=false']
REFERENCE = ['-O0', '--lowering=fibers']       # shares neither raising nor fission with the default, and is the cheapest to compile
SANITIZERS = ['-fsanitize=undefined,address']


def call(command, seconds, env=None, folder=None):
    """(exit status or 'timeout', stdout, stderr). The limit is of processor time, so that a busy machine does no harm."""
    def limit(): resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    try:
        r = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=20 * seconds, env=dict(os.environ, **(env or {})), preexec_fn=limit, cwd=folder)
    except subprocess.TimeoutExpired:
        return 'timeout', '', ''
    return 'timeout' if r.returncode in (-24, -9, 152) else r.returncode, r.stdout, r.stderr


def optionalPasses(heddle):
    """The names that --disable-pass takes: a wrong one makes the driver list them."""
    with tempfile.TemporaryDirectory() as d:
        source = pathlib.Path(d) / 'empty.cu'
        source.write_text('int main() {}\n')
        _, _, err = call([heddle, '--disable-pass=no-such-pass', str(source), '-o', f'{d}/empty'], 60)
    m = re.search(r'accepts: (.*)', err)
    if not m: raise SystemExit(f'cannot read the optional passes of {heddle}: {err[:200]}')
    return [x.strip() for x in m[1].split(',')]


class Result:
    """What became of one program: lines printed per launch, or how it failed."""

    def __init__(self, failure=None, lines=None, warnings=()):
        self.failure, self.lines, self.warnings = failure, lines or {}, list(warnings)


def launched(out):
    return dict(x.split(' out ', 1) for x in out.splitlines() if ' out ' in x)


class Compiler:
    def __init__(self, heddle, plant=None, compileSeconds=120, runSeconds=20):
        self.heddle, self.plant = os.path.abspath(heddle), plant
        self.compileSeconds, self.runSeconds = compileSeconds, runSeconds

    def run(self, text, flags, threads=(1,), plant=False):
        """Compiles the program and runs it once for each number of threads. Runs that differ among themselves are a failure."""
        with tempfile.TemporaryDirectory() as d:
            (pathlib.Path(d) / 'program.cu').write_text(text)
            env = {'HEDDLE_CRASH_DIR': d}
            if plant and self.plant: env['HEDDLE_PLANT'] = self.plant
            rc, _, err = call([self.heddle, *COMMON, *flags, 'program.cu', '-o', 'program'], self.compileSeconds, env, d)
            warnings = [x for x in err.splitlines() if 'warning' in x]
            if rc != 0:
                said = [x for x in err.splitlines() if 'error' in x] or err.splitlines()[:1] or ['no message']
                return Result(f'compiling {"takes too long" if rc == "timeout" else f"fails ({rc}): {said[0][:200]}"}', warnings=warnings)
            lines = None
            for n in threads:
                rc, out, err = call([f'{d}/program'], self.runSeconds, {'OMP_NUM_THREADS': str(n), 'OMP_WAIT_POLICY': 'passive'}, d)
                now = launched(out)
                if rc != 0 or '-fsanitize' in ' '.join(flags) and 'ERROR' in err + out:
                    last = (out.splitlines() or ['nothing'])[-1][:40]
                    return Result(f'running {"does not end" if rc == "timeout" else f"fails ({rc})"} after "{last}"', now, warnings)
                if 'runtime error' in err: return Result('undefined behaviour: ' + next(x for x in err.splitlines() if 'runtime error' in x)[:200], now, warnings)
                if lines is not None and now != lines: return Result(f'{n} threads print something else than {threads[0]}', now, warnings)
                lines = now
            return Result(None, lines, warnings)

    def dependsOnOrder(self, text):
        """Whether the results depend on the order of the threads: the program has a race, so a difference means nothing."""
        with tempfile.TemporaryDirectory() as d:
            (pathlib.Path(d) / 'program.cu').write_text(text)
            rc, _, err = call([self.heddle, *COMMON, *REFERENCE, '--verify-launches', 'program.cu', '-o', 'program'], self.compileSeconds, {}, d)
            if rc != 0: raise SystemExit(f'cannot compile with --verify-launches: {err[:400]}')
            _, _, err = call([f'{d}/program'], self.runSeconds, {'OMP_WAIT_POLICY': 'passive'}, d)
            m = re.search(r'(\d+) different, (\d+) with order-dependent results', err)
            return bool(m) and (m[1] != '0' or m[2] != '0')


def differing(result, reference):
    """Names of the kernels whose results differ. If a program stopped early, the first one without a result is among them."""
    bad = {k.split()[0] for k, v in result.lines.items() if reference.lines.get(k) != v}
    missing = [k.split()[0] for k in reference.lines if k not in result.lines]
    return sorted(bad | set(missing[:1]), key=lambda k: int(k[1:]))
