import { measuring } from '../support/measuring';

/** `make lighthouse`: scored instead of tested. */
export default measuring({ testMatch: 'score.ts', timeout: 1_800_000 });
