import { Color, Scene, Vector2, WebGLRenderer } from 'three';
import type { Vec3 } from '../../src/math/vec3.ts';
import { Cameras } from './cameras.ts';
import { Labels } from './labels.ts';

/** A frame that takes longer while something moves, milliseconds, and the picture becomes coarser. */
const SLOW_FRAME = 45;
const COARSEST = 0.5;
/** Still for so long, milliseconds, and the picture is drawn finely again. */
const STILL = 400;
/**
 * The canvas: draws when something changed and not otherwise.
 */
export class View {
	readonly scene = new Scene();
	/** What the other half of the window shows where two levels stand side by side. */
	readonly other = new Scene();
	readonly labels: Labels;
	readonly canvas: HTMLCanvasElement;
	readonly cameras: Cameras;
	/** Undefined where the browser has no WebGL 2: all but the picture works without. */
	readonly #renderer: WebGLRenderer | undefined;
	#isAsked = false;
	/** Pixels by pixels of the window, while something moves. */
	#coarse = 1;
	readonly #isSoftware: boolean;
	#lastFrame = 0;
	#isMoving = false;
	#slow = 0;
	/** Told that frames take too long while something moves, and that nothing moves any more. */
	onSlow: (isSlow: boolean) => void = () => undefined;
	#stillTimer = 0;
	#isSideBySide = false;
	/** What panels cover of the window, pixels. */
	#covered = { left: 0, right: 0 };
	/** Frames drawn so far, and milliseconds of the last ones. */
	readonly drawn: { frames: number; recent: number[] } = { frames: 0, recent: [] };
	/** Told after the camera came to rest. */
	onMoved: () => void = () => undefined;

	constructor(canvas: HTMLCanvasElement, labels: HTMLElement) {
		this.canvas = canvas;
		this.labels = new Labels(labels);
		const graphics = graphicsOf();
		this.#isSoftware = graphics === 'software';
		if (graphics !== 'none') {
			// Smooth edges take twice the time in software; a finer picture when nothing moves looks as good.
			this.#renderer = new WebGLRenderer({ canvas, antialias: !this.#isSoftware, powerPreference: 'high-performance' });
			this.#renderer.autoClear = false;
		}
		this.cameras = new Cameras(canvas, () => this.#moved());
		new ResizeObserver(() => this.resize()).observe(canvas);
		this.resize();
	}

	/** False where the browser cannot draw. */
	get draws(): boolean {
		return this.#renderer !== undefined;
	}

	set background(colour: string) {
		this.scene.background = new Color(colour);
		this.other.background = new Color(colour);
		this.draw();
	}

	get sideBySide(): boolean {
		return this.#isSideBySide;
	}

	set sideBySide(on: boolean) {
		this.#isSideBySide = on;
		this.resize();
	}

	/** The middle of the picture is that of what panels leave free. */
	set covered(covered: { readonly left: number; readonly right: number }) {
		if (covered.left === this.#covered.left && covered.right === this.#covered.right) return;
		this.#covered = { ...covered };
		this.resize();
	}

	/** Width of what is free. */
	get #free(): number {
		return Math.max(120, this.canvas.clientWidth - this.#covered.left - this.#covered.right);
	}

	/** The parts of the window that pictures are drawn in: one, or one for each of two levels. */
	get #panes(): readonly { readonly x: number; readonly width: number; readonly scene: Scene }[] {
		if (!this.#isSideBySide) return [{ x: 0, width: this.canvas.clientWidth, scene: this.scene }];
		const half = Math.floor(this.#free / 2);
		const { left } = this.#covered;
		return [
			{ x: left, width: half, scene: this.scene },
			{ x: left + half + 2, width: half - 2, scene: this.other },
		];
	}

	resize(): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		if (width === 0 || height === 0) return;
		this.#renderer?.setPixelRatio(this.#ratio);
		this.#renderer?.setSize(width, height, false);
		const { left, right } = this.#covered;
		const side = this.#isSideBySide;
		const free = side ? this.#free / 2 : this.#free;
		this.cameras.fit({ width: this.#panes[0].width, height, free, shift: side ? 0 : (right - left) / 2 });
		this.draw();
	}

	/** Pixels of the picture for one of the window: without graphics hardware two where nothing moves, which smooths edges. */
	get #ratio(): number {
		const own = Math.min(2, window.devicePixelRatio);
		if (this.#isMoving) return (this.#isSoftware ? Math.min(1, own) : own) * this.#coarse;
		return this.#isSoftware ? 2 : own;
	}

	/** Whether the camera rests, and everything is drawn that was to be. */
	get isStill(): boolean {
		return !this.#isMoving && !this.#isAsked;
	}

	/** Asks for a frame. */
	draw(): void {
		if (this.#isAsked) return;
		this.#isAsked = true;
		requestAnimationFrame((now) => this.#frame(now));
	}

	/** The camera moves: frames follow each other until it rests. */
	#moved(): void {
		if (!this.#isMoving) {
			this.#isMoving = true;
			if (this.#slow > 0) this.onSlow(true);
			if (this.#isSoftware) this.#renderer?.setPixelRatio(this.#ratio);
		}
		this.draw();
		clearTimeout(this.#stillTimer);
		this.#stillTimer = window.setTimeout(() => {
			this.#isMoving = false;
			if (this.#slow > 0) this.onSlow(false);
			if (this.#coarse < 1 || this.#isSoftware) {
				this.#coarse = 1;
				this.resize();
			}
			this.draw();
			this.#lastFrame = 0;
			this.onMoved();
		}, STILL);
	}

	#frame(now: number): void {
		this.#isAsked = false;
		const took = now - this.#lastFrame;
		if (this.#lastFrame > 0 && took < 1000) {
			this.drawn.recent = [...this.drawn.recent.slice(-59), took];
			if (this.#isMoving && took > SLOW_FRAME && this.#coarse > COARSEST) {
				this.#slow++;
				// First fewer faces, then fewer pixels.
				if (this.#slow === 1) this.onSlow(true);
				else if (this.#slow > 3) {
					this.#coarse = Math.max(COARSEST, this.#coarse * 0.8);
					this.#renderer?.setPixelRatio(this.#ratio);
				}
			}
		}
		this.#lastFrame = now;
		this.render();
	}

	/** Draws now. */
	render(): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		const renderer = this.#renderer;
		const { camera, origin } = this.cameras;
		this.cameras.fitDepth();
		renderer?.setScissorTest(true);
		for (const { x, width: own, scene } of renderer === undefined ? [] : this.#panes) {
			renderer?.setViewport(x, 0, own, height);
			renderer?.setScissor(x, 0, own, height);
			renderer?.clear();
			renderer?.render(scene, camera);
		}
		camera.updateMatrixWorld();
		const [pane] = this.#panes;
		this.labels.place(camera, origin, {
			x: pane.x,
			width: pane.width,
			height,
			left: this.#covered.left,
			right: width - this.#covered.right,
		});
		this.drawn.frames++;
	}

	/** The line from the eye through a pixel of the window, area space. */
	rayAt(x: number, y: number): { from: Vec3; to: Vec3; x: number; y: number } {
		const box = this.canvas.getBoundingClientRect();
		const at = x - box.left;
		const panes = this.#panes;
		const pane = panes.findLast((each) => at >= each.x) ?? panes[0];
		const pointer = new Vector2(((at - pane.x) / pane.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
		return { ...this.cameras.rayThrough(pointer), x: pointer.x, y: pointer.y };
	}

	/** The pixel of the window that a point is drawn at. */
	toScreen(point: readonly number[]): { readonly x: number; readonly y: number } {
		const [pane] = this.#panes;
		const { x, y } = this.cameras.project(point);
		return { x: pane.x + ((x + 1) / 2) * pane.width, y: ((1 - y) / 2) * this.canvas.clientHeight };
	}

	/** The view with its labels, on a canvas of its own. */
	sheet(): HTMLCanvasElement {
		this.render();
		const { width, height, clientWidth } = this.canvas;
		const sheet = document.createElement('canvas');
		Object.assign(sheet, { width, height });
		const context = sheet.getContext('2d');
		if (context === null) throw new Error('The browser gives no canvas to draw on.');
		context.drawImage(this.canvas, 0, 0);
		const scale = width / clientWidth;
		context.font = `${12 * scale}px system-ui, sans-serif`;
		context.textAlign = 'center';
		context.lineWidth = 4 * scale;
		for (const { label, x, y } of this.labels.shown) {
			context.strokeStyle = 'rgb(255 255 255 / 85%)';
			context.fillStyle = '#1b2430';
			context.strokeText(label.text, x * scale, y * scale);
			context.fillText(label.text, x * scale, y * scale);
		}
		return sheet;
	}

	/** The view as a PNG, with its labels. */
	async png(): Promise<Blob> {
		const sheet = this.sheet();
		return new Promise((resolve, reject) => {
			sheet.toBlob(
				(blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
				'image/png',
			);
		});
	}
}

/** What draws. Where it is the processor, there is less to be had, and more to be spared. */
function graphicsOf(): 'hardware' | 'software' | 'none' {
	const gl = document.createElement('canvas').getContext('webgl2');
	if (gl === null) return 'none';
	const info = gl.getExtension('WEBGL_debug_renderer_info');
	const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? 0x1f01) ?? '');
	gl.getExtension('WEBGL_lose_context')?.loseContext();
	return /swiftshader|llvmpipe|software|basic render/i.test(name) ? 'software' : 'hardware';
}
