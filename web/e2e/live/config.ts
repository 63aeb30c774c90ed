import { measuring } from '../support/measuring';

/** `make live`: timed instead of tested. */
export default measuring({ testMatch: 'times.ts', timeout: 600_000 });
