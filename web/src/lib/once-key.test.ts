import { expect, it } from 'vitest';
import { createOnceKey } from './once-key';

function counting() {
  let made = 0;
  return createOnceKey(() => `key-${++made}`);
}

it('keeps the key while the same thing is sent again', () => {
  const once = counting();
  expect(once.headersFor({ quantity: 5 })).toEqual(once.headersFor({ quantity: 5 }));
});

it('takes a new key for another body, and for the same one after it has been done', () => {
  const once = counting();
  const first = once.headersFor({ quantity: 5 });
  expect(once.headersFor({ quantity: 6 })).not.toEqual(first);
  const second = once.headersFor({ quantity: 6 });
  once.done();
  expect(once.headersFor({ quantity: 6 })).not.toEqual(second);
});
