import { expect, test } from 'vitest';
import { forgetPerson } from '@/lib/personal';
import { draftOf, draftSent } from './draft';

test('what is sent leaves the box, what was typed meanwhile stays', () => {
  draftOf('1').text = ' Hola ';
  expect(draftSent('1', 'Hola')).toBe('');
  draftOf('1').text = 'Hola y adiós';
  expect(draftSent('1', 'Hola')).toBe('Hola y adiós');
  expect(draftOf('2').text).toBe('');
});

test('a draft leaves with the person who wrote it', () => {
  draftOf('1').text = 'Mi contraseña no va';
  forgetPerson();
  expect(draftOf('1').text).toBe('');
});

test('a text that is tried again goes under the same key, another one under its own', () => {
  const { once } = draftOf('3');
  const first = once.headersFor({ message: 'Hola' });
  expect(draftOf('3').once.headersFor({ message: 'Hola' })).toEqual(first);
  expect(draftOf('3').once.headersFor({ message: 'Otra' })).not.toEqual(first);
});
