import base from '../../playwright.config';
import { measuring } from '../support/measuring';

const { launchOptions } = base.use ?? {};

/** `make bench-browser`: a browser that compiles as well as everybody's does. */
export default measuring({
  testMatch: ['times.ts', 'typing.ts'],
  timeout: 3_600_000,
  use: {
    ...base.use,
    // What is not there is said, not waited for.
    actionTimeout: 30_000,
    launchOptions: {
      ...launchOptions,
      args: launchOptions?.args?.filter((flag) => !flag.startsWith('--js-flags')) ?? [],
    },
  },
});
