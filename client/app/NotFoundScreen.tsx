import { NotFound } from '#client/landing/NotFound.tsx';
import { goBack } from '#client/landing/behavior/goBack.ts';
import { useDocumentTitle } from '#client/lib/hooks/useDocumentTitle.ts';

/** Shown for an unknown address reached by client-side navigation. */
export const NotFoundScreen = () => {
  useDocumentTitle('Page not found');
  return <NotFound onGoBack={goBack} />;
};
