/** How full each box is, in tenths; nothing here is real stock. */
const shelves = ['766716798', '198696758', '776156016', '983637996', '879637836', '115186686', '361108000'];

const box = { width: 60, height: 56, gap: 10, padding: 4 };
const shelfHeight = box.height + 20;
const width = 9 * (box.width + box.gap) + box.gap;
const height = shelves.length * shelfHeight - 8;

type Place = { id: string; x: number; y: number; tenths: number };

const places: Place[] = shelves.flatMap((levels, row) =>
  Array.from(levels).map((level, column) => ({
    id: `${row}-${column}`,
    x: box.gap + column * (box.width + box.gap),
    y: row * shelfHeight,
    tenths: Number(level),
  })),
);

/** A wall of shelves whose boxes run from full to empty: the product in one look. Decorative. */
export function ShelfPicture({ className }: { className?: string }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={className}>
      {shelves.map((levels, row) => (
        <rect
          key={levels}
          y={row * shelfHeight + box.height + 5}
          width={width}
          height={3}
          rx={1.5}
          className="fill-rail-ink-2/25"
        />
      ))}
      {places.map(({ id, x, y }) => (
        <rect key={id} x={x} y={y} width={box.width} height={box.height} rx={5} className="fill-rail-2/75" />
      ))}
      {/* The rail is dark in both themes, so what lies on it takes the dark theme's colours. */}
      <g data-theme="dark">
        {places.map((place) => (
          <Content key={place.id} {...place} />
        ))}
      </g>
    </svg>
  );
}

function Content({ x, y, tenths }: Place) {
  if (tenths === 0) return <EmptyBox x={x} y={y} />;
  const room = box.height - 2 * box.padding;
  // The last tenth would be a hairline; a little more of it can still be seen.
  const filled = room * Math.max(0.16, tenths / 10);
  return (
    <rect
      x={x + box.padding}
      y={y + box.height - box.padding - filled}
      width={box.width - 2 * box.padding}
      height={filled}
      rx={3}
      className={fillOf(tenths)}
      {...(tenths > 3 && { opacity: 0.1 + tenths * 0.045 })}
    />
  );
}

function fillOf(tenths: number): string {
  if (tenths === 1) return 'fill-crit-solid';
  return tenths <= 3 ? 'fill-low-solid' : 'fill-rail-accent';
}

function EmptyBox({ x, y }: { x: number; y: number }) {
  return (
    <rect
      x={x + 0.75}
      y={y + 0.75}
      width={box.width - 1.5}
      height={box.height - 1.5}
      rx={4.5}
      strokeWidth={1.5}
      strokeDasharray="4 4"
      className="fill-none stroke-out-solid"
    />
  );
}
