import { NotFound } from '#client/landing/NotFound.tsx';
import { goBack } from '#client/landing/goBack.ts';
import { useDocumentTitle } from '#client/lib/hooks/useDocumentTitle.ts';

/** An address that the app does not know, reached without the server. */
export const NotFoundScreen = () => {
  useDocumentTitle('Page not found');
  return <NotFound onGoBack={goBack} />;
};
