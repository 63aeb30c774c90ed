/** Boxes on a shelf. Decorative: the product's name stands beside it. The colours are the brand's, not the theme's. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" fill="#17344a" />
      <rect x="7" y="17" width="5" height="7.5" rx="1.2" fill="#6fb4f5" />
      <rect x="13.5" y="11" width="5" height="13.5" rx="1.2" fill="#fff" />
      <rect x="20" y="7" width="5" height="17.5" rx="1.2" fill="#6fb4f5" />
      <path d="M5.5 26.6h21" stroke="#9fb4c3" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
