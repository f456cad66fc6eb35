import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { ErrorPage } from '#client/landing/ErrorPage.tsx';
import { NotFound } from '#client/landing/NotFound.tsx';
import { ServerFault } from '#client/landing/ServerFault.tsx';

export default function Page() {
  const { is404 } = usePageContext();
  return <ErrorPage>{is404 ? <NotFound /> : <ServerFault />}</ErrorPage>;
}
