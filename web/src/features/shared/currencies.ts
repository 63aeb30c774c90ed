import type { SelectOption } from '@/ui/form/select';

/** What shops around here trade in; whatever is set already is always among the choices. */
const commonCurrencies = ['EUR', 'USD', 'GBP', 'CHF', 'MXN', 'ARS', 'COP', 'CLP', 'PEN', 'CNY', 'JPY'];

const currencyNames = new Intl.DisplayNames('es-ES', { type: 'currency' });

export function currencies(current: string): SelectOption[] {
  const codes = [...new Set([...commonCurrencies, ...(current ? [current] : [])])];
  return codes.map((code) => ({ value: code, label: `${code} · ${currencyNames.of(code) ?? code}` }));
}
