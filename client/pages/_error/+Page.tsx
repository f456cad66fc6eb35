import '#client/styles/landing.css';
import { ErrorPage } from '#client/landing/ErrorPage.tsx';
import { NotFound } from '#client/landing/NotFound.tsx';

/** Vike's page for every failure. In practice only for unknown addresses: `renderPage` throws other failures. */
export default function Page() {
  return (
    <ErrorPage>
      <NotFound />
    </ErrorPage>
  );
}
