import { UsageError } from '../src/findings/report.ts';
import type { Exporter, Importer } from '../src/formats/contracts.ts';
import type { StageFactory, Subject } from './stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: a registry holds stages of all subjects and options; each checks its own.
export type AnyStageFactory = StageFactory<any, any> & { readonly subject: Subject };

/** What a registry is made of. */
export interface RegistryEntries {
	readonly importers?: readonly Importer[];
	readonly exporters?: readonly Exporter[];
	readonly stages?: readonly AnyStageFactory[];
}

/**
 * Importers, stages and exporters by name. A config or a script can bring its own; asking for an unknown one lists the known.
 *
 * @example
 * const names = createRegistry().importers.map(({ name }) => name);
 */
export class Registry {
	readonly #importers = new Map<string, Importer>();
	readonly #exporters = new Map<string, Exporter>();
	readonly #stages = new Map<string, AnyStageFactory>();

	constructor(entries: RegistryEntries = {}) {
		this.add(entries);
	}

	/** Adds entries; one of a known name takes the place of the old one. */
	add({ importers = [], exporters = [], stages = [] }: RegistryEntries): this {
		for (const importer of importers) this.#importers.set(importer.name, importer);
		for (const exporter of exporters) this.#exporters.set(exporter.name, exporter);
		for (const stage of stages) this.#stages.set(stage.stageName, stage);
		return this;
	}

	/** A registry of its own with the same entries and further ones. */
	with(entries: RegistryEntries): Registry {
		const { importers, exporters, stages } = this;
		return new Registry({ importers, exporters, stages }).add(entries);
	}

	get importers(): readonly Importer[] {
		return [...this.#importers.values()];
	}

	get exporters(): readonly Exporter[] {
		return [...this.#exporters.values()];
	}

	get stages(): readonly AnyStageFactory[] {
		return [...this.#stages.values()];
	}

	/** @throws UsageError when there is none of that name; it lists those that there are */
	importer(name: string): Importer {
		return lookUp(this.#importers, name, 'importer');
	}

	/** @throws UsageError as `importer` */
	exporter(name: string): Exporter {
		return lookUp(this.#exporters, name, 'exporter');
	}

	/** @throws UsageError as `importer` */
	stage(name: string): AnyStageFactory {
		return lookUp(this.#stages, name, 'stage');
	}
}

function lookUp<T>(entries: ReadonlyMap<string, T>, name: string, what: string): T {
	const entry = entries.get(name);
	if (entry !== undefined) return entry;
	throw new UsageError(`There is no ${what} "${name}". Known: ${[...entries.keys()].sort().join(', ')}.`);
}
