import { expect, test } from 'vitest';
import { answerGroups } from './faq';
import { findAnswers } from './faq-search';
import { pictures } from './pictures';

const answers = answerGroups.flatMap((group) => group.answers);

test('there are many answers, each at an address of its own', () => {
  expect(answers.length).toBeGreaterThanOrEqual(25);
  const ids = answers.map((answer) => answer.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every picture illustrates an answer', () => {
  const shown = answers.flatMap((answer) => answer.picture ?? []);
  expect(shown.toSorted()).toEqual(Object.keys(pictures).toSorted());
});

test('a search forgives case and accents and wants every word', () => {
  const ids = (looked: string) =>
    findAnswers(answerGroups, looked).flatMap((group) => group.answers.map((answer) => answer.id));
  expect(ids('CONTRASENA olvidado')).toEqual(['contrasena-olvidada']);
  expect(ids('contraseña olvidado')).toEqual(['contrasena-olvidada']);
  expect(ids('xilófono')).toEqual([]);
  expect(ids('').length).toBe(answers.length);
});
