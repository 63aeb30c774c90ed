import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';
import { errorText } from '@/lib/api-error';
import type { OnceKey } from '@/lib/once-key';
import { useOnline } from '@/lib/online';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Textarea } from '@/ui/form/textarea';
import { draftOf, draftSent } from './draft';
import { composerStrings as s } from './ticket-strings';

const messageMax = 4000;

type ComposerProps = {
  /** Names the conversation whose text this is. */
  conversation: string;
  /** Sends; what it throws is shown and the text stays. */
  onSend: (message: string, once: OnceKey) => Promise<unknown>;
};

/** The box to write in. A text leaves it when the server has it and not before. */
export function Composer({ conversation, onSend }: ComposerProps) {
  const [text, setText] = useState(() => draftOf(conversation).text);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const online = useOnline();
  const hint = useId();

  function type(next: string) {
    draftOf(conversation).text = next;
    setText(next);
  }

  async function send() {
    const message = text.trim();
    if (message === '' || sending) return;
    setSending(true);
    setFailure(null);
    try {
      await onSend(message, draftOf(conversation).once);
      setText(draftSent(conversation, message));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setSending(false);
    }
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    void send();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={handleSubmit} className="stack-2 border-t border-line p-4">
      {failure === null ? null : (
        <FormError>
          <p className="font-semibold">{s.failed}</p>
          <p>{failure}</p>
        </FormError>
      )}
      <div className="flex items-end gap-2">
        <Textarea
          rows={2}
          aria-label={s.label}
          aria-describedby={hint}
          placeholder={s.placeholder}
          maxLength={messageMax}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={handleKey}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={text.trim() === ''}
          busy={sending}
          busyLabel={s.sending}
        >
          <SendHorizontal aria-hidden />
          {s.send}
        </Button>
      </div>
      <p id={hint} className="text-xs text-ink-3">
        {online ? s.hint : s.offline}
      </p>
    </form>
  );
}
