/** The configuration of ui, with the session's own tests alone. */
import ui from '../../ui/vite.config.ts';

export default async (env: Parameters<typeof ui>[0]) => {
  const config = await ui(env);
  return { ...config, test: { ...config.test, include: ['src/session/*.test.ts'] } };
};
