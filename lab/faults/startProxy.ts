import { startTcpProxy } from '#testing/tcpProxy.ts';
import type { TcpProxy } from '#testing/tcpProxy.ts';
import type { ScenarioContext } from './Scenario.ts';

/** A proxy that ends with the scenario. */
export const startProxy = async (context: ScenarioContext, target: string): Promise<TcpProxy> => {
  const proxy = await startTcpProxy(target);
  context.onEnd(() => proxy.close());
  return proxy;
};
