import type { ForecastWorking } from '@/features/shared/forecast-api';
import { forecastStrings, formatExpected } from '@/features/shared/forecast-strings';
import { MaximumNote } from '@/features/shared/maximum-note';
import { formatDate, formatInteger, formatUnits } from '@/lib/format';
import { Fact } from '@/ui/layout/fact';
import { Section } from './section';
import { workingStrings as s } from './working-strings';

type WorkingProps = { working: ForecastWorking };

function dayName(day: string): string {
  return formatDate(`${day}T12:00:00Z`);
}

/** The arithmetic of what to order, line by line. */
export function OrderSection({ working }: WorkingProps) {
  const { order, leadDays } = working;
  const perhaps = order.missing !== order.quantity && order.quantity > 0;
  return (
    <Section title={s.order}>
      <dl className="ruled text-sm">
        <Fact label={s.stock}>{formatUnits(order.stock)}</Fact>
        {order.reserved === 0 ? null : <Fact label={s.reservedUnits}>{formatUnits(-order.reserved)}</Fact>}
        <Fact label={s.position}>{formatUnits(order.position)}</Fact>
        <Fact label={s.cover(order.coverDays)}>
          {formatExpected(order.coverUnits)}
          {leadDays === null ? null : (
            <span className="block text-2xs text-ink-3">{s.coverHint(leadDays, order.reviewDays)}</span>
          )}
        </Fact>
        <Fact label={s.safety(order.serviceLevel)}>{formatExpected(order.safetyStock)}</Fact>
        <Fact label={s.reorderPoint}>{formatExpected(order.reorderPoint)}</Fact>
        {order.minStock === 0 ? null : <Fact label={s.minStock}>{formatInteger(order.minStock)}</Fact>}
        <Fact label={s.upTo}>{formatExpected(order.upTo)}</Fact>
        {order.missing === 0 ? null : <Fact label={s.missing}>{formatUnits(order.missing)}</Fact>}
        {perhaps ? <Fact label={s.packs(order.packSize)}>{formatUnits(order.quantity)}</Fact> : null}
        <Fact label={s.order}>
          <strong className="font-semibold">{formatUnits(order.quantity)}</strong>
        </Fact>
      </dl>
      <MaximumNote working={working} />
      <p className="mt-2 text-sm text-ink-2">{whyNot(order)}</p>
      {leadDays === null ? <p className="text-sm text-ink-2">{s.noLead}</p> : null}
    </Section>
  );
}

function whyNot({ quantity, reordered }: ForecastWorking['order']): string | null {
  if (!reordered) return s.notReordered;
  return quantity === 0 ? s.nothing : null;
}

export function HowSection({ working }: WorkingProps) {
  const { method, pattern, parts, lean, eventUnits, lowConfidence, events } = working;
  return (
    <Section title={s.how}>
      <p className="text-sm text-ink-2">
        {s.methods[method]} {method === 'history' ? s.patterns[pattern] : null}{' '}
        {lowConfidence && method !== 'none' ? s.lowConfidence : null}
      </p>
      {parts.length === 0 ? null : <Parts parts={parts} />}
      <ul className="mt-2 list-disc stack-1 pl-5 text-sm text-ink-2">
        {lean === 1 ? null : <li>{s.lean(lean)}</li>}
        {eventUnits === 0 ? null : <li>{s.eventUnits(eventUnits)}</li>}
        <li className="text-ink">{s.result(working.willSellIn30Days, working.willSellLow, working.willSellHigh)}</li>
      </ul>
      <Used working={working} />
      {events.length === 0 ? null : (
        <>
          <h4 className="mt-3 text-sm font-medium">{s.events}</h4>
          <ul className="text-sm text-ink-2">
            {events.map((event) => (
              <li key={`${event.name}-${event.dateFrom}`}>
                {event.name}, {dayName(event.dateFrom)}–{dayName(event.dateTo)}: {s.uplift(event.uplift)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const cell = 'py-1.5 pr-3 last:pr-0';

function Parts({ parts }: { parts: ForecastWorking['parts'] }) {
  return (
    <table className="mt-2 w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-2">
          <th scope="col" className={`${cell} text-left font-medium`}>
            {s.part}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {s.unitsIn30}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {s.weight}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.name} className="border-b border-line last:border-b-0">
            <td className={cell}>{s.parts[part.name]}</td>
            <td className={`${cell} num text-right`}>{formatExpected(part.units)}</td>
            <td className={`${cell} num text-right`}>{s.weightOf(part.weight)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which days the forecast was made from, and which were left out. */
function Used({ working: { historyDays, emptyDays, raisedDays, trimmedDays } }: WorkingProps) {
  return (
    <>
      <h4 className="mt-3 text-sm font-medium">{s.history}</h4>
      <ul className="list-disc stack-1 pl-5 text-sm text-ink-2">
        <li>{s.historyDays(historyDays)}</li>
        <li>{s.emptyDays(emptyDays)}</li>
        {raisedDays === 0 ? null : <li>{s.raisedDays(raisedDays)}</li>}
        {trimmedDays === 0 ? null : <li>{s.trimmedDays(trimmedDays)}</li>}
      </ul>
    </>
  );
}

export function AccuracySection({ working: { accuracy } }: WorkingProps) {
  return (
    <Section title={s.accuracy}>
      {accuracy === undefined ? (
        <p className="text-sm text-ink-2">{s.noAccuracy}</p>
      ) : (
        <>
          <p className="text-sm">
            {s.accuracyError(accuracy.errorPercent)}, {s.accuracyBias(accuracy.biasPercent)}
          </p>
          <Months months={accuracy.months} />
          {accuracy.months.some((month) => month.actualIsEstimate) ? (
            <p className="mt-1 text-xs text-ink-3">* {s.estimated}</p>
          ) : null}
        </>
      )}
    </Section>
  );
}

type MonthsProps = { months: NonNullable<ForecastWorking['accuracy']>['months'] };

function Months({ months }: MonthsProps) {
  return (
    <table className="mt-2 w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-2">
          <th scope="col" className={`${cell} text-left font-medium`}>
            {s.month}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {s.forecast}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {s.actual}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.dateFrom} className="border-b border-line last:border-b-0">
            <td className={`${cell} num`}>
              {dayName(month.dateFrom).slice(0, 5)}–{dayName(month.dateTo)}
            </td>
            <td className={`${cell} num text-right`}>
              {formatExpected(month.forecast)}
              <span className="block text-2xs text-ink-3">{forecastStrings.range(month.low, month.high)}</span>
            </td>
            <td className={`${cell} num text-right`}>
              {formatExpected(month.actual)}
              {month.actualIsEstimate ? ' *' : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
