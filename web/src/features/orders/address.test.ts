// @vitest-environment node
import { expect, test } from 'vitest';
import { addressLines } from './address';

const empty = { street: '', city: '', state: '', postalCode: '', country: '', phone: '' };

test('an address on a parcel', () => {
  const whole = {
    street: 'Mayor 1',
    city: 'Vic',
    state: 'Barcelona',
    postalCode: '08500',
    country: 'España',
    phone: '600 000 000',
  };
  expect(addressLines(whole)).toEqual(['Mayor 1', '08500 Vic', 'Barcelona', 'España', '600 000 000']);
  expect(addressLines({ ...empty, city: 'Vic' })).toEqual(['Vic']);
  expect(addressLines({ ...empty, city: 'Madrid', state: 'Madrid' })).toEqual(['Madrid']);
  expect(addressLines(empty)).toEqual([]);
});
