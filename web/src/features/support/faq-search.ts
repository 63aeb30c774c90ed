import { fold } from '@/lib/format';
import type { Answer, AnswerGroup } from './faq';

function textOf({ question, text }: Answer): string {
  return fold([question, ...text.flat()].join(' '));
}

/** The answers that have every word looked for, in their groups; groups without any are left out. */
export function findAnswers(groups: AnswerGroup[], looked: string): AnswerGroup[] {
  const words = fold(looked).split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, answers }) => ({
      title,
      answers: answers.filter((answer) => {
        const text = textOf(answer);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
}
