import { getRouteApi, useLocation } from '@tanstack/react-router';
import { ChevronDown, Link2, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '@/lib/cn';
import { useHotkey } from '@/lib/hotkeys';
import { useListAddress } from '@/lib/list-address';
import { NoMatch } from '@/ui/feedback/states';
import { SearchInput } from '@/ui/form/search-input';
import { Card } from '@/ui/layout/card';
import { type Answer, answerGroups } from './faq';
import { findAnswers } from './faq-search';
import { pictures } from './pictures';
import type { FaqSearch } from './search';
import { strings } from './strings';

const route = getRouteApi('/_app/soporte');

export function Faq() {
  const address = useListAddress<FaqSearch>(route.useSearch());
  const { search, change } = address;
  const box = useRef<HTMLInputElement>(null);
  useHotkey('/', () => box.current?.focus());
  const groups = findAnswers(answerGroups, search.buscar ?? '');
  const count = groups.reduce((sum, group) => sum + group.answers.length, 0);
  return (
    <Card aria-label={strings.faq}>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <SearchInput
          ref={box}
          label={strings.search}
          placeholder={strings.search}
          clearLabel={strings.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined })}
          className="w-full sm:w-80"
        />
        <p role="status" className="text-sm text-ink-2">
          {strings.found(count)}
        </p>
      </div>
      {count === 0 ? (
        <NoMatch
          icon={SearchX}
          title={strings.noMatchTitle}
          text={strings.noMatchText}
          onClear={() => change({ buscar: undefined })}
        />
      ) : null}
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="border-t border-line bg-canvas px-4 py-2 text-sm font-semibold">{group.title}</h2>
          <div className="ruled border-t border-line">
            {group.answers.map((answer) => (
              <AnswerItem key={answer.id} answer={answer} />
            ))}
          </div>
        </section>
      ))}
    </Card>
  );
}

/** The browser's own disclosure: it opens by keyboard and is found by the page search. */
function AnswerItem({ answer }: { answer: Answer }) {
  const { id, question, text, picture } = answer;
  const asked = useLocation({ select: (location) => location.hash }) === id;
  const item = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!asked || !item.current) return;
    item.current.open = true;
    item.current.scrollIntoView({ block: 'start' });
  }, [asked]);
  return (
    <details ref={item} id={id} className="group scroll-mt-16">
      <summary
        className={cn(
          'flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 font-medium',
          '-outline-offset-2 hover:bg-canvas',
        )}
      >
        {question}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform duration-100 group-open:rotate-180"
        />
      </summary>
      <div className="stack-3 px-4 pt-1 pb-4 text-ink-2">
        {text.map((part) => (
          <Part key={String(part)} part={part} />
        ))}
        {picture === undefined ? null : <Picture name={picture} />}
        <a
          href={`#${id}`}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-accent hover:underline"
        >
          <Link2 aria-hidden className="size-4" />
          {strings.link}
        </a>
      </div>
    </details>
  );
}

function Part({ part }: { part: string | string[] }) {
  if (typeof part === 'string') return <p className="max-w-prose">{part}</p>;
  return (
    <ol className="max-w-prose list-decimal stack-1 pl-5">
      {part.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** Loaded only when its answer is opened; its place is kept, so that nothing moves. */
function Picture({ name }: { name: keyof typeof pictures }) {
  const { src, alt, width, height } = pictures[name];
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className="h-auto w-full max-w-3xl rounded-lg border border-line"
    />
  );
}
