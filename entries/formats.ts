/**
 * Formats: the registry of readers and writers, what one of your own declares, scenes as readers return them, and ASCII walkmeshes.
 *
 * @packageDocumentation
 * @module wokflow/formats
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { Registry, type RegistryEntries } from '../pipeline/registry.ts';
export { createRegistry } from '../jobs/default-registry.ts';
export { readAsciiWalkmesh } from '../pipeline/ascii-bytes.ts';
export { type ByteSource, bytesSource } from '../src/formats/contracts.ts';
export type {
	DocumentFormat,
	Exporter,
	Importer,
	InputSource,
	Loaded,
	LoadedWalkmesh,
	ReadContext,
	RoomFiles,
	WriteContext,
} from '../src/formats/contracts.ts';
export type { Scene } from '../src/scene/scene.ts';
export type { ReadOptions, WriteOptions } from '../pipeline/options.ts';
