import { type AuditRow, auditChanges, type LocationNames } from './audit-changes';
import { auditStrings as s } from './audit-strings';

type AuditChangeListProps = { row: AuditRow; locationName?: LocationNames };

/** What a change did, in words: the old and the new of each field; the data of what came or went, folded. */
export function AuditChangeList({ row, locationName }: AuditChangeListProps) {
  const changes = auditChanges(row, locationName);
  if (changes.length === 0) return null;
  if (row.before !== undefined && row.after !== undefined) {
    return (
      <ul className="text-sm text-ink-2">
        {changes.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {field}: <del className="text-ink-3 no-underline">{before || s.emptyValue}</del> →{' '}
            <ins className="text-ink no-underline">{after || s.emptyValue}</ins>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <details className="text-sm text-ink-2">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-accent hover:underline">{s.data}</summary>
      <ul className="mt-1">
        {changes.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {field}: <span className="text-ink">{after || before}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
