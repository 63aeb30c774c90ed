import { indentedJson } from '@/lib/indented-json';
import { Card, CardHeader } from '@/ui/layout/card';
import { RawText } from '@/ui/layout/raw-text';
import type { DeliveryDetail } from './api';
import { deliveryStrings as s } from './delivery-strings';

/** What arrived, word for word. */
export function DeliveryContent({ delivery }: { delivery: DeliveryDetail }) {
  const { body, bodyIsKept, bodyIsCut, bodyIsText, headers } = delivery;
  return (
    <>
      <Card aria-labelledby="delivery-body">
        <CardHeader id="delivery-body" title={s.body} description={bodyNote({ bodyIsCut, bodyIsText })} />
        <div className="px-4 pb-4">
          {!bodyIsKept ? (
            <p className="text-ink-2">{s.bodyGone}</p>
          ) : body === '' ? (
            <p className="text-ink-2">{s.bodyEmpty}</p>
          ) : (
            <RawText label={s.body} text={indentedJson(body)} />
          )}
        </div>
      </Card>
      <Card aria-labelledby="delivery-headers">
        <CardHeader id="delivery-headers" title={s.headers} description={s.headersHint} />
        <dl className="ruled border-t border-line text-sm">
          {headers.map(({ name, value }) => (
            <div key={name} className="gap-4 px-4 py-2 sm:flex">
              <dt className="w-56 shrink-0 font-mono text-ink-2 wrap-anywhere">{name}</dt>
              <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}

function bodyNote({ bodyIsCut, bodyIsText }: Pick<DeliveryDetail, 'bodyIsCut' | 'bodyIsText'>) {
  if (bodyIsCut) return s.bodyCut;
  return bodyIsText ? undefined : s.bodyNotText;
}
