import type { Walkmesh } from '../src/model/walkmesh.ts';
import { type AabbTree, treeOver } from '../src/tree/tree.ts';
import { detached } from './encoding.ts';
import type { Found, PreparedRoom } from './packs.ts';
import type { CallResult } from './tasks.ts';
import type { TreeSettings, TreeTask } from './tree-task.ts';
import type { Runner } from './workers.ts';

/** Walkmeshes that are sent to the thread at a time. */
const AT_ONCE = 32;

/**
 * Trees that another thread makes of prepared rooms, while this one prepares others and links them. A tree depends on the faces only, which linking
 * changes of few rooms; these get their trees when they are finished.
 */
export class TreesAhead {
	readonly #runner: Runner;
	readonly #settings: TreeSettings;
	readonly #stop = new Int32Array(new SharedArrayBuffer(4));
	#waiting: Walkmesh[] = [];
	readonly #asked: Promise<void>[] = [];
	/** By the faces of the mesh that each belongs to. */
	readonly #trees = new Map<Uint32Array, { readonly mesh: Walkmesh; readonly tree: AabbTree }>();

	constructor(runner: Runner, settings: TreeSettings) {
		this.#runner = runner;
		this.#settings = settings;
	}

	/** Takes the rooms of a prepared result. */
	add({ writes }: CallResult): void {
		for (const { pack, value } of writes) {
			if (!pack.endsWith('.prepared.pack')) continue;
			const { walkmesh } = (value as Found<PreparedRoom>).value;
			if (walkmesh?.kind === 'area') this.#waiting.push(walkmesh);
		}
		if (this.#waiting.length >= AT_ONCE) this.send();
	}

	/** Sends rooms that wait for it to the thread, if there is one. */
	send(): void {
		if (!this.#runner.hasThread || this.#waiting.length === 0) return;
		const meshes = this.#waiting;
		this.#waiting = [];
		this.#asked.push(this.#ask(meshes));
	}

	async #ask(meshes: readonly Walkmesh[]): Promise<void> {
		const sent = meshes.map(({ positions, faces, surfaces }) => ({ positions, faces, surfaces }));
		const task: TreeTask = { ...this.#settings, stop: this.#stop, meshes: detached(sent) as TreeTask['meshes'] };
		// Without them, trees are made when they are needed.
		const trees = await this.#runner.trees(task)?.catch(() => []);
		for (const [index, words] of trees?.entries() ?? [])
			if (words !== undefined) this.#trees.set(meshes[index].faces, { mesh: meshes[index], tree: treeOver(words) });
	}

	/** No further trees are wanted: the thread has other work. @returns when those that are made have arrived, and the one that is being made */
	async end(): Promise<void> {
		Atomics.store(this.#stop, 0, 1);
		this.#waiting = [];
		await Promise.all(this.#asked);
	}

	/** The tree of a walkmesh whose arrays are those of a prepared room. It is given once. */
	take({ positions, faces, surfaces }: Walkmesh): AabbTree | undefined {
		const { mesh, tree } = this.#trees.get(faces) ?? {};
		this.#trees.delete(faces);
		return mesh?.positions === positions && mesh.surfaces === surfaces ? tree : undefined;
	}
}
