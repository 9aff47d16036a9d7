export { ConversionError } from '../reporting.ts';
export type { ConversionSettings } from '../settings.ts';
export type { HostCommand, HostProgram } from './commands.ts';
export { addWalkmeshCommands } from './commands.ts';
export { Pin, Walkmesh } from './extension.ts';
export { type PinOptions, pinWalkmesh } from './pin.ts';
export { type DocumentWalkmesh, WALKMESH_DEFAULTS, type WalkmeshOptions, walkmesh } from './walkmesh.ts';
