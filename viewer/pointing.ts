import type { QueryAnswer } from '../level/query/answers.ts';
import { distanceBetween, middleOf, minus, type Vec3 } from '../src/math/vec3.ts';
import type { App } from './app.ts';
import { Brush } from './brush.ts';
import type { FaceFacts } from './core/facts.ts';
import type { Picked } from './core/protocol.ts';
import { byId } from './page/dom.ts';
import type { Tool } from './page/state.ts';
import { FactsPanel, faceLine, type Trace } from './panels/facts.ts';
import { isPickable, shownObjects } from './scene/level-view.ts';
import type { Label } from './scene/picture-labels.ts';
import { understand } from './search.ts';

/** A press that moves farther than this turns the view instead of picking a face; pixels. */
const STEADY = 5;
/** The same for fingers, which are less steady. */
const STEADY_FINGER = 12;
/** Height above and below a face within which it is found again; metres. */
const NEAR = 0.05;
/** A step in first person, metres, and how far arrow keys turn, radians. */
const STRIDE = 0.35;
const TURN = 0.09;

/** Handles mouse, fingers and keys in the picture: picks faces, sets points of walks and measurements, and moves in first person. */
export class Pointing {
	readonly #app: App;
	readonly #panel: FactsPanel;
	#facts: FaceFacts | undefined;
	#trace: Trace | undefined;
	#isAsking = false;
	readonly #brush: Brush;
	#next: { readonly x: number; readonly y: number } | undefined;
	#feet: Vec3 | undefined;
	#yaw = 0;
	#pitch = -0.1;
	#isStepping = false;

	constructor(app: App) {
		this.#app = app;
		this.#panel = new FactsPanel(byId('panel-facts'), {
			go: (room, face, at) => void this.goToFace(room, face, at),
			stand: (at) => this.standAt(at),
			clear: () => this.clear(),
		});
		app.onFace = (room, face, at) => void this.#selectNamed(room, face, at);
		app.extraLabels = () => this.#labels();
		app.onTool = (tool) => this.setTool(tool);
		app.work.onEdited = (at) => this.#selectAt(at);
		this.#brush = new Brush(app, (x, y) => this.#hitAt(x, y));
		this.#listen(app.view.canvas);
	}

	#listen(canvas: HTMLCanvasElement): void {
		let down: { x: number; y: number; yaw: number; pitch: number } | undefined;
		/** Fingers, or the mouse. */
		const pressed = new Set<number>();
		canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId, button }) => {
			pressed.add(pointerId);
			if (this.#isBrushing && button === 0) {
				// A second finger moves the view.
				if (pressed.size > 1) this.#brush.cancel();
				else this.#brush.begin({ x, y });
			}
			// Two fingers move and zoom; none of them picks a face when it is lifted.
			down = pressed.size > 1 ? undefined : { x, y, yaw: this.#yaw, pitch: this.#pitch };
			canvas.focus({ preventScroll: true });
		});
		canvas.addEventListener('pointercancel', ({ pointerId }) => {
			pressed.delete(pointerId);
			this.#brush.cancel();
			down = undefined;
		});
		canvas.addEventListener('pointermove', ({ clientX: x, clientY: y, buttons, pointerType }) => {
			this.#brush.move({ x, y });
			if (buttons === 0 && pointerType === 'mouse') void this.#hover(x, y);
			if (buttons !== 0 && down !== undefined && this.#app.view.cameras.mode === 'stand')
				this.#look(down.yaw + (x - down.x) * 0.005, down.pitch + (y - down.y) * 0.004);
		});
		canvas.addEventListener('pointerup', ({ clientX: x, clientY: y, button, pointerId, pointerType }) => {
			pressed.delete(pointerId);
			const reach = pointerType === 'mouse' ? STEADY : STEADY_FINGER;
			const steady = down !== undefined && Math.hypot(x - down.x, y - down.y) < reach;
			down = undefined;
			if (this.#brush.isActive) void this.#brush.end();
			else if (steady && button === 0) void this.take(x, y);
		});
		canvas.addEventListener('dblclick', ({ clientX: x, clientY: y }) => {
			void this.#pick(x, y).then((picked) => picked !== undefined && this.#app.view.cameras.flyTo(picked.at, 6));
		});
	}

	/** The nearest face that is drawn at a pixel. */
	async #pick(x: number, y: number): Promise<(FaceFacts & { at: Vec3 }) | undefined> {
		const hit = await this.#hitAt(x, y);
		if (hit === undefined) return undefined;
		const facts = await this.#app.client.ask('facts', hit);
		return facts === undefined ? undefined : { ...facts, at: hit.at };
	}

	async #hitAt(x: number, y: number): Promise<Picked | undefined> {
		const { level, view, client, store } = this.#app;
		if (level === undefined) return undefined;
		const { from, to } = view.rayAt(x, y);
		const hits = await client.ask('pick', { from, to, objects: shownObjects(store.state) });
		const direction = minus(to, from);
		return hits.find(
			({ part, face }) => part >= 0 && isPickable(level, level.picture.parts[part].first + face, direction),
		);
	}

	/** Whether the left button, or one finger, brushes over faces. */
	get #isBrushing(): boolean {
		const { store, opened } = this.#app;
		return store.state.tool === 'brush' && opened?.isEditable === true && !this.isStanding;
	}

	/** Sends one request at a time; after the answer, the last pixel that was pointed at is next. */
	async #hover(x: number, y: number): Promise<void> {
		this.#next = { x, y };
		if (this.#isAsking) return;
		this.#isAsking = true;
		try {
			while (this.#next !== undefined) {
				const { x: atX, y: atY }: { x: number; y: number } = this.#next;
				this.#next = undefined;
				const facts = await this.#pick(atX, atY);
				this.#app.messages.say(this.#app.work.sceneLine(atX, atY) ?? (facts === undefined ? '' : faceLine(facts)));
				const { opened } = this.#app;
				if (this.#facts === undefined && this.#trace === undefined && opened !== undefined)
					this.#panel.show(opened, facts, undefined);
			}
		} catch (error) {
			this.#app.messages.fail(error);
		} finally {
			this.#isAsking = false;
		}
	}

	/** Uses the current tool at a pixel: for a click, or for Enter at the middle of the window. */
	async take(x: number, y: number): Promise<void> {
		if (this.#app.store.state.tool === 'select' && this.#app.work.chooseInScene(x, y)) return;
		const facts = await this.#pick(x, y).catch((error) => this.#app.messages.fail(error));
		const { tool } = this.#app.store.state;
		if (facts === undefined) return;
		if (tool === 'select' || tool === 'brush') return this.select(facts);
		const points = this.#app.store.state.points;
		await this.setPoints(points.length === 1 ? [...points, facts.at] : [facts.at]);
	}

	takeMiddle(): void {
		const box = this.#app.view.canvas.getBoundingClientRect();
		void this.take(box.left + box.width / 2, box.top + box.height / 2);
	}

	select(facts: FaceFacts): void {
		this.#facts = facts;
		this.#trace = undefined;
		this.#app.level?.clearWay();
		this.#app.level?.highlight(this.#faceOfPicture(facts));
		this.#app.store.set({
			selected: `${facts.part === 'room' ? facts.roomIndex : facts.room}:${facts.face}`,
			// Whoever edits goes on doing so.
			...(this.#app.store.state.panel === 'edit' ? {} : { panel: 'facts' as const }),
			points: [],
		});
		this.#show(facts);
		this.#app.messages.say(faceLine(facts));
		this.#app.view.draw();
	}

	#faceOfPicture({ part, roomIndex, face }: FaceFacts): number | undefined {
		const parts = this.#app.level?.picture.parts ?? [];
		const own = parts.find(
			({ kind, index }) =>
				index === roomIndex && (part === 'room') === (kind === 'room' || parts.every((each) => each.kind !== 'room')),
		);
		return own === undefined ? undefined : own.first + face;
	}

	#show(facts: FaceFacts | undefined): void {
		if (this.#app.opened !== undefined) this.#panel.show(this.#app.opened, facts, this.#trace);
		this.#app.work.show(this.#facts);
	}

	/** Looks up the selection and the walk again, after another level was opened. */
	async refresh(): Promise<void> {
		const { selected, points } = this.#app.store.state;
		this.#facts = undefined;
		this.#trace = undefined;
		this.#show(undefined);
		const [room, face = Number.NaN] = selected.split(':').map(Number);
		if (selected !== '' && Number.isInteger(room) && Number.isInteger(face)) await this.#selectFace(room, face);
		else if (points.length > 0) await this.setPoints(points);
	}

	async #selectNamed(room: string | undefined, face: number, at: Vec3): Promise<void> {
		const rooms = this.#app.opened?.rooms ?? [];
		const isMeant = (each: string): boolean =>
			room === undefined ? rooms.length === 1 : each.toLowerCase() === room.toLowerCase();
		const index = rooms.findIndex(isMeant);
		if (index < 0) return;
		const part = this.#partOfRoom(index);
		const facts = part < 0 ? undefined : await this.#app.client.ask('facts', { part, face, at });
		this.#app.level?.highlight(facts === undefined ? undefined : this.#faceOfPicture(facts));
		this.#app.view.draw();
	}

	/** Selects the face at a point again, which an edit may have given another number. */
	async #selectAt(at: Vec3): Promise<void> {
		const [x, y, z] = at;
		const ray = { from: [x, y, z + NEAR], to: [x, y, z - NEAR], objects: [] } as const;
		const [hit] = (await this.#app.client.ask('pick', ray)).filter(({ part }) => part >= 0);
		const facts = hit === undefined ? undefined : await this.#app.client.ask('facts', hit);
		if (facts === undefined) this.clear();
		else this.select(facts);
	}

	#partOfRoom(room: number): number {
		const parts = this.#app.level?.picture.parts ?? [];
		const own = parts.findIndex(({ kind, index }) => kind === 'room' && index === room);
		return own >= 0 ? own : parts.findIndex(({ index }) => index === room);
	}

	async #selectFace(room: number, face: number, at?: Vec3): Promise<FaceFacts | undefined> {
		const part = this.#partOfRoom(room);
		const facts =
			part < 0 ? undefined : await this.#app.client.ask('facts', { part, face, ...(at === undefined ? {} : { at }) });
		if (facts === undefined)
			this.#app.messages.say(`There is no face ${face} in room ${this.#app.opened?.rooms[room] ?? room}.`);
		else this.select(facts);
		return facts;
	}

	async goToFace(room: number, face: number, at?: Vec3): Promise<void> {
		const facts = await this.#selectFace(room, face, at);
		if (facts === undefined) return;
		this.#app.view.cameras.flyTo(at ?? middleOf(facts.corners), Math.max(2, Math.sqrt(facts.area) * 2));
	}

	/** Goes over the first link of the selected face into the next room. */
	followLink(): void {
		const link = this.#facts?.edges.find(({ beyond }) => beyond !== null)?.beyond;
		if (link === undefined || link === null) this.#app.messages.say('The selected face has no link to follow.');
		else void this.goToFace(link.room, link.face, link.at);
	}

	flyToSelected(): void {
		if (this.#facts !== undefined) void this.goToFace(this.#facts.roomIndex, this.#facts.face, this.#facts.at);
	}

	setTool(tool: Tool): void {
		this.clear();
		this.#app.store.set({ tool });
		const hints = { select: '', brush: 'Drag over faces; the right button turns or moves the view.' };
		this.#app.messages.say(tool === 'select' || tool === 'brush' ? hints[tool] : 'Click where it is to begin.');
	}

	clear(): void {
		this.#facts = undefined;
		this.#trace = undefined;
		this.#app.level?.highlight(undefined);
		this.#app.level?.clearWay();
		this.#app.store.set({ selected: '', points: [] });
		this.#show(undefined);
		this.#app.paint();
	}

	/** Sets the points of the current tool: one is a start, two give a walk, a route or a measurement. */
	async setPoints(points: readonly (readonly number[])[]): Promise<void> {
		const { store, level, client } = this.#app;
		const { tool } = store.state;
		if (tool === 'select' || tool === 'brush' || level === undefined) return;
		const [from, to] = points as readonly Vec3[];
		store.set({ points, panel: 'facts', selected: '' });
		this.#facts = undefined;
		level.highlight(undefined);
		level.clearWay();
		this.#trace = { tool, from, ...(to === undefined ? {} : { to }) };
		if (to !== undefined && tool === 'measure') level.showMeasure(from, to);
		else if (to !== undefined && tool !== 'measure') {
			try {
				const answer = await client.ask('ask', { op: tool, from, to });
				this.#trace = { ...this.#trace, answer };
				if ('arrived' in answer) this.#drawWay(from, to, answer);
			} catch (error) {
				this.#trace = { ...this.#trace, error: error instanceof Error ? error.message : String(error) };
			}
		}
		this.#show(undefined);
		this.#app.paint();
	}

	#drawWay(from: Vec3, to: Vec3, answer: Extract<QueryAnswer, { arrived: boolean }>): void {
		const { at, points = [from, at] } = answer;
		this.#app.level?.showWay(points, answer.arrived ? undefined : [points.at(-1) ?? at, to]);
		this.#app.messages.say(
			answer.arrived
				? `Arrives after ${answer.distance.toFixed(3)} m.`
				: `Stops after ${answer.distance.toFixed(3)} m: ${answer.why}`,
		);
	}

	#labels(): Label[] {
		if (this.#trace === undefined) return [];
		const { from, to, tool, answer } = this.#trace;
		const labels: Label[] = [{ kind: 'point', text: 'A', at: from }];
		if (to !== undefined) labels.push({ kind: 'point', text: 'B', at: to });
		if (tool === 'measure' && to !== undefined) {
			const text = `${distanceBetween(from, to).toFixed(2)} m`;
			labels.push({ kind: 'point', text, at: middleOf([from, to]) });
		}
		if (answer !== undefined && 'arrived' in answer && !answer.arrived)
			labels.push({ kind: 'point', text: answer.why ?? 'stops', at: answer.at });
		return labels;
	}

	async search(text: string): Promise<void> {
		const { opened, findings, client, view } = this.#app;
		if (opened === undefined) return;
		const found = understand(text, opened.rooms, findings.findings);
		if (found.kind === 'nothing') return this.#app.messages.say(found.why);
		if (found.kind === 'face') return this.goToFace(found.room, found.face);
		if (found.kind === 'finding') return this.#app.openFinding(found.finding);
		if (found.kind === 'room') {
			const part = opened.picture.parts[this.#partOfRoom(found.room)];
			if (part?.middle === undefined) return this.#app.messages.say(`Room ${opened.rooms[found.room]} has no ground.`);
			const size = Math.sqrt(part.count);
			return view.cameras.flyTo(part.middle, Math.max(8, size));
		}
		const answer = await client.ask('ask', { op: 'face', at: found.at });
		if (!('hit' in answer) || !answer.hit || answer.face === null)
			return this.#app.messages.say(`There is no ground at ${found.at.join(' ')}.`);
		const room = opened.rooms.indexOf(answer.room ?? '');
		return this.goToFace(room, answer.face, answer.at ?? undefined);
	}

	// Standing in the level

	/** Stands at a point of the level in first person. */
	standAt(at: Vec3): void {
		const forward = this.#app.view.cameras.camera.getWorldDirection(this.#app.view.cameras.toLocal([0, 0, 0]));
		this.#yaw = Math.atan2(forward.y, forward.x);
		this.#pitch = -0.12;
		this.#feet = at;
		this.#app.view.cameras.stand(at, this.#yaw, this.#pitch);
		this.#app.messages.say('Walk with W A S D, turn by dragging or with the arrow keys.');
		this.#app.onStand();
	}

	async standInMiddle(): Promise<void> {
		const chosen = this.#facts?.walkable === true && this.#facts.part === 'room' ? this.#facts : undefined;
		const box = this.#app.view.canvas.getBoundingClientRect();
		const facts = chosen ?? (await this.#pick(box.left + box.width / 2, box.top + box.height / 2));
		if (facts?.walkable === true) return this.standAt(facts.at ?? middleOf(facts.corners));
		const { view, client } = this.#app;
		const nearest = await client.ask('ask', { op: 'nearest', at: view.cameras.state.target });
		if ('hit' in nearest && nearest.at !== null) this.standAt(nearest.at);
		else this.#app.messages.say('There is no ground to stand on.');
	}

	#look(yaw: number, pitch: number): void {
		if (this.#feet === undefined) return;
		this.#yaw = yaw;
		this.#pitch = Math.max(-1.4, Math.min(1.4, pitch));
		this.#app.view.cameras.stand(this.#feet, this.#yaw, this.#pitch);
	}

	turn(by: number, up: number): void {
		this.#look(this.#yaw + by * TURN, this.#pitch + up * TURN);
	}

	/** Takes a step over the ground, as far as `wokflow query walk` allows. */
	async step(ahead: number, aside: number): Promise<void> {
		const from = this.#feet;
		if (from === undefined || this.#isStepping) return;
		this.#isStepping = true;
		try {
			const x = from[0] + (Math.cos(this.#yaw) * ahead + Math.sin(this.#yaw) * aside) * STRIDE;
			const y = from[1] + (Math.sin(this.#yaw) * ahead - Math.cos(this.#yaw) * aside) * STRIDE;
			const answer = await this.#app.client.ask('ask', { op: 'walk', from, to: [x, y] });
			if (!('arrived' in answer)) return;
			this.#feet = answer.why === 'no ground' ? from : answer.at;
			this.#app.view.cameras.stand(this.#feet, this.#yaw, this.#pitch);
			this.#app.messages.say(answer.arrived ? `${answer.room ?? ''}: ${answer.face ?? ''}` : `Stops: ${answer.why}`);
		} finally {
			this.#isStepping = false;
		}
	}

	get isStanding(): boolean {
		return this.#app.view.cameras.mode === 'stand';
	}
}
