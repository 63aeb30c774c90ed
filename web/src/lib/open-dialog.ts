/** A toast is a dialog to assistive technology, but it asks for nothing and must not silence the keyboard. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast])') !== null;
}
