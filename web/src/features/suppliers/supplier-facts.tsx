import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import type { Supplier } from './api';
import { strings as list, detailStrings as s } from './strings';

const linkClass = 'rounded-sm text-accent hover:underline';

/** How the supplier is reached and on which terms it sells; what nobody wrote is left out. */
export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const { taxId, contact, email, phone, website, currency, leadDays, minOrder, paymentTerms } = supplier;
  const facts: { label: string; value: ReactNode }[] = [
    { label: s.taxId, value: taxId && <span className="code">{taxId}</span> },
    { label: s.contact, value: contact },
    { label: s.email, value: email && <Outward href={`mailto:${email}`}>{email}</Outward> },
    { label: s.phone, value: phone && <Outward href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</Outward> },
    { label: s.website, value: website && <Website address={website} /> },
    { label: s.leadDays, value: leadDays === null ? '' : list.days(leadDays) },
    { label: s.minOrder, value: minOrder == null ? '' : formatMoney(minOrder, currency) },
    { label: s.paymentTerms, value: paymentTerms },
    { label: s.currency, value: currency },
  ];
  return (
    <Card aria-labelledby="supplier-facts">
      <CardHeader id="supplier-facts" title={s.data} />
      <dl className="ruled border-t border-line px-4">
        {facts.map(({ label, value }) =>
          value === '' ? null : (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
        )}
      </dl>
      <Lines title={s.address} text={supplier.address} />
      <Lines title={s.notes} text={supplier.notes} />
    </Card>
  );
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={linkClass}>
      {children}
    </a>
  );
}

/** Only what a browser opens as a page is a link. */
function Website({ address }: { address: string }) {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {address.replace(/^https?:\/\//i, '')}
    </a>
  );
}

function Lines({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-1 text-sm text-ink-2">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  );
}
