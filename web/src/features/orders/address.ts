import type { Address } from './api';

/**
 * An address as one writes it on a parcel; parts that nobody filled in leave no hole, nor does a city's own province.
 */
export function addressLines({ street, postalCode, city, state, country, phone }: Address): string[] {
  const place = [postalCode, city].filter((part) => part !== '').join(' ');
  return [street, place, state === city ? '' : state, country, phone].filter((line) => line !== '');
}
