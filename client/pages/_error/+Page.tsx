import '#client/styles/landing.css';
import { ErrorPage } from '#client/landing/ErrorPage.tsx';
import { NotFound } from '#client/landing/NotFound.tsx';

/** Vike's page for every failure; of those only an unknown address reaches people, since `renderPage` throws the others. */
export default function Page() {
  return (
    <ErrorPage>
      <NotFound />
    </ErrorPage>
  );
}
