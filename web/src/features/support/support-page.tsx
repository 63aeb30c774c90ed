import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Mail, SearchX } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { businessQuery } from '@/lib/business';
import { fold } from '@/lib/format';
import { AnchorButton } from '@/ui/button-link';
import { Card, CardHeader } from '@/ui/card';
import { Input } from '@/ui/input';
import { PageHeader } from '@/ui/page-header';
import { Skeleton } from '@/ui/skeleton';
import { ErrorBanner, NoMatch } from '@/ui/states';
import { type Question, questions, strings } from './strings';

export function SupportPage() {
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Questions />
        <Contact />
      </div>
    </>
  );
}

function Questions() {
  const [query, setQuery] = useState('');
  const found = questions.filter(({ question, answer }) =>
    fold(`${question} ${answer}`).includes(fold(query)),
  );
  return (
    <Card aria-labelledby="faq">
      <CardHeader title={strings.faqTitle} id="faq" />
      <div className="px-4 pb-4">
        <Input
          type="search"
          aria-label={strings.search}
          placeholder={strings.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {found.length === 0 ? (
        <NoMatch
          icon={SearchX}
          title={strings.noMatchTitle}
          text={strings.noMatchText}
          onClear={() => setQuery('')}
        />
      ) : (
        <div className="divide-y divide-line border-t border-line">
          {found.map((entry) => (
            <QuestionItem key={entry.question} {...entry} />
          ))}
        </div>
      )}
    </Card>
  );
}

/** The browser's own disclosure: it opens by keyboard and is found by the page search. */
function QuestionItem({ question, answer }: Question) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 font-medium -outline-offset-2 hover:bg-canvas">
        {question}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform duration-100 group-open:rotate-180"
        />
      </summary>
      <p className="max-w-prose px-4 pt-1 pb-4 text-ink-2">{answer}</p>
    </details>
  );
}

function Contact() {
  const { data: business, error, refetch } = useQuery(businessQuery);
  return (
    <Card aria-labelledby="contact">
      <CardHeader title={strings.contactTitle} id="contact" />
      <div className="space-y-4 px-4 pb-4">
        {error && !business ? (
          <ErrorBanner title={strings.contactError} text={errorText(error)} onRetry={() => void refetch()} />
        ) : !business ? (
          <Skeleton className="w-3/4" />
        ) : business.supportEmail ? (
          <>
            <p className="text-ink-2">{strings.contactText}</p>
            <AnchorButton
              variant="primary"
              href={`mailto:${business.supportEmail}?subject=${encodeURIComponent(strings.subject)}`}
            >
              <Mail aria-hidden />
              {strings.contact}
            </AnchorButton>
            <p className="text-sm wrap-anywhere text-ink-2">{business.supportEmail}</p>
          </>
        ) : (
          <p className="text-ink-2">{strings.contactNone}</p>
        )}
      </div>
    </Card>
  );
}
