export { ConversionError, type ConversionSettings } from '../settings.ts';
export { addWalkmeshCommands } from './commands.ts';
export type { HostCommand, HostProgram } from './host-program.ts';
export { type DocumentWalkmesh, WALKMESH_DEFAULTS, type WalkmeshOptions, walkmesh } from './walkmesh.ts';
