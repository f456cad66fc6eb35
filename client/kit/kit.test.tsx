import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { KitScreen } from './KitScreen.tsx';

setUpFakeServer();

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.tsx$/, '');

it('shows every component, each section with its own address', () => {
  render(<KitScreen />);
  const links = within(screen.getByRole('navigation', { name: 'Parts' })).getAllByRole('link');
  for (const link of links) {
    const section = document.querySelector(link.getAttribute('href') ?? '');
    expect(section?.querySelector('h2')?.textContent).toBe(link.textContent);
  }
  expect(links.length).toBeGreaterThan(5);
});

it('includes every file of client/components', () => {
  const parts = Object.keys(import.meta.glob('../components/**/*.tsx')).map(nameOf);
  const sources = Object.values(import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true }));
  const isShown = (part: string): boolean => sources.some((source) => source.includes(`/${part}.tsx'`));
  // The app itself shows the toaster, and an area to drag in shows nothing. The others are parts of shown components.
  const notShown = [
    'Toaster',
    'DragArea',
    'ScrollShadows',
    'TrendKey',
    'TrendPlot',
    'TrendTooltip',
    'LogoMark',
    'PlatformMark',
    'PeriodMenu',
    'RangeDialog',
    'ColumnsFrame',
    'SortHeader',
    'SortChoice',
    'StaleBanner',
  ];
  expect(parts.filter((part) => !part.includes('.test') && !notShown.includes(part) && !isShown(part))).toEqual([]);
});
