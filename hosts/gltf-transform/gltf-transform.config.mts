import type { HostProgram } from './commands.ts';
import { addWalkmeshCommands } from './commands.ts';

/** For `gltf-transform --config`: the commands of wokflow and nothing else. */
const config: { onProgramReady: (host: HostProgram) => Promise<void> } = { onProgramReady: addWalkmeshCommands };

export default config;
