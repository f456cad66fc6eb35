import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { NotFound } from '#client/landing/NotFound.tsx';
import { ServerFault } from '#client/landing/ServerFault.tsx';

export default function Page() {
  const { is404 } = usePageContext();
  return is404 ? <NotFound /> : <ServerFault />;
}
