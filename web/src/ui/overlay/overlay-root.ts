/** Overlays live in their own root, after the page, so that no stacking context of a screen can cover them. */
export function overlayRoot(): HTMLElement | undefined {
  return document.getElementById('overlays') ?? undefined;
}
