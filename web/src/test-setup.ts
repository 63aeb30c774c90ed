import '@testing-library/jest-dom/vitest';
import { afterEach } from 'vitest';

// Tests of pure functions run without a browser and need none of this.
if (typeof window !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
}
