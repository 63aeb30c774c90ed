import type { SelectOption } from '@/ui/form/select';

export function timeZones(current: string): SelectOption[] {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...(current ? [current] : [])])];
  return names.sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
