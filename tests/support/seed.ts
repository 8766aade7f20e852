/**
 * Loaded before the tests. Property tests try the cases of `TEST_SEED`, so that a run tries the same ones as the run before;
 * `tests/run.ts` sets it.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })
