import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';

type ProductLinkProps = { id: number; name: string };

/** The name of a product as the way to its page: two lines of it, or all of it where there is room. */
export function ProductLink({ id, name, whole = false }: ProductLinkProps & { whole?: boolean }) {
  return (
    <Link
      to="/productos/$id"
      params={{ id: String(id) }}
      title={name}
      className={cn('rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline', !whole && 'line-clamp-2')}
    >
      {name}
    </Link>
  );
}

/** The same with the SKU below, for the cells of a table. */
export function ProductCell({ id, name, sku }: ProductLinkProps & { sku: string }) {
  return (
    <span className="block min-w-0 py-1 leading-tight compact:py-0.5">
      <ProductLink id={id} name={name} />
      <span className="code block truncate text-ink-3">{sku}</span>
    </span>
  );
}
