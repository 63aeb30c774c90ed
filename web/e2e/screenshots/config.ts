import base from '../../playwright.config';
import { measuring } from '../support/measuring';

const { launchOptions } = base.use ?? {};

/** This browser has English alone for its own parts; so at least the fields for days follow the page's language. */
const spanishBrowser = {
  ...launchOptions,
  args: [...(launchOptions?.args ?? []), '--enable-blink-features=LangAttributeAwareFormControlUI'],
};

/** `make screenshots`: taking pictures instead of proving something. */
export default measuring({
  testMatch: 'take.ts',
  timeout: 600_000,
  use: { ...base.use, actionTimeout: 15_000, launchOptions: spanishBrowser },
});
