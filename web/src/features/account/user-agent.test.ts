import { expect, test } from 'vitest';
import { browserName, isPhone } from './user-agent';

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile ' +
  'Safari/537.36';
const edgeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 ' +
  'Safari/537.36 Edg/126.0.0.0';
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
  'Mobile/15E148 Safari/604.1';
const safariOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';
const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

test.each([
  [chromeOnAndroid, 'Chrome en Android', true],
  [edgeOnWindows, 'Edge en Windows', false],
  [safariOnIphone, 'Safari en iPhone', true],
  [safariOnMac, 'Safari en Mac', false],
  [firefoxOnLinux, 'Firefox en Linux', false],
  ['curl/8.5.0', 'curl/8.5.0', false],
  ['', 'Navegador desconocido', false],
])('%s', (userAgent, name, phone) => {
  expect(browserName(userAgent)).toBe(name);
  expect(isPhone(userAgent)).toBe(phone);
});
