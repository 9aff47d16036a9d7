/**
 * wokflow for glTF-Transform: transforms that read, check and pin the walkmeshes of a document, the extension `Walkmesh`, and commands for its own program.
 *
 * @packageDocumentation
 * @module wokflow/gltf-transform
 */

export { ConversionError } from '../reporting.ts';
export type { ConversionSettings } from '../settings.ts';
export type { HostCommand, HostProgram } from './commands.ts';
export { addWalkmeshCommands } from './commands.ts';
export { Pin, Walkmesh } from './extension.ts';
export { type PinOptions, pinWalkmesh } from './pin.ts';
export { type DocumentWalkmesh, WALKMESH_DEFAULTS, type WalkmeshOptions, walkmesh } from './walkmesh.ts';
