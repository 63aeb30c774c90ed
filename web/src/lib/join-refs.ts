import type { Ref, RefCallback } from 'react';

/** One ref that tells several: a form library wants to know a field, and the dialog where to put the focus. */
export function joinRefs<Element>(...refs: Ref<Element>[]): RefCallback<Element> {
  return (element) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    }
  };
}
