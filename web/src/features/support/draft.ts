import { createOnceKey, type OnceKey } from '@/lib/once-key';
import { forgetWithPerson } from '@/lib/personal';

/** What is being written in a conversation, with the key that makes sending it again harmless. */
export type Draft = { text: string; once: OnceKey };

/** They outlive the screen, not the session: who looks something up and comes back finds what they were writing. */
const drafts = new Map<string, Draft>();
forgetWithPerson(() => drafts.clear());

export function draftOf(conversation: string): Draft {
  const kept = drafts.get(conversation) ?? { text: '', once: createOnceKey() };
  drafts.set(conversation, kept);
  return kept;
}

/** Gives up what was sent, unless something else has been typed meanwhile. */
export function draftSent(conversation: string, sent: string): string {
  const draft = draftOf(conversation);
  if (draft.text.trim() === sent) draft.text = '';
  return draft.text;
}
