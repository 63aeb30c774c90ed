import { useQuery } from '@tanstack/react-query';
import { cn } from '@/lib/cn';
import { useCan } from '@/lib/permissions';
import { useUser } from '@/lib/session';
import { presenceMs, presenceQuery } from './api';
import { presenceStrings as s } from './strings';

const names = new Intl.ListFormat('es', { type: 'conjunction' });

/** Who is there to answer, in words, and whether any agent is. */
function usePresence({ live }: { live: boolean }): { text: string; there: boolean } {
  const { idUser } = useUser();
  const attends = useCan('tickets.attend');
  const { data, error } = useQuery({ ...presenceQuery, refetchInterval: live ? presenceMs : false });
  if (!data) return { text: error ? s.unknown : s.loading, there: false };
  const others = data.administrators.filter((person) => person.id !== idUser).map((person) => person.name);
  const [first] = others;
  if (attends) return { text: first === undefined ? s.alone : s.also(names.format(others)), there: true };
  if (first === undefined) return { text: s.nobody, there: false };
  return { text: others.length === 1 ? s.one(first) : s.many(names.format(others)), there: true };
}

export function PresenceText() {
  return usePresence({ live: false }).text;
}

/** The same with a dot, as the line above a conversation. */
export function PresenceLine() {
  const { text, there } = usePresence({ live: true });
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', there ? 'bg-ok-solid' : 'bg-mute-solid')} />
      {text}
    </p>
  );
}
