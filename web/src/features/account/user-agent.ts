import { sessionStrings } from './profile-strings';

/** The order matters: most browsers also call themselves Chrome or Safari, and Android also says Linux. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const programNameMax = 40;

function firstMatch(names: [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** «Firefox en Linux»; a program that is no browser keeps the name it gives itself («curl/8.5»). */
export function browserName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  if (browser && system) return sessionStrings.browserOn(browser, system);
  const [program = ''] = userAgent.trim().split(/\s/);
  return browser ?? system ?? (program.slice(0, programNameMax) || sessionStrings.unknownBrowser);
}

export function isPhone(userAgent: string): boolean {
  return /\b(iPhone|Android)\b/.test(userAgent);
}
