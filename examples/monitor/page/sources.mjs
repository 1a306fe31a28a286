// Where lines come from. Each calls `take(lines)` as they come, and `end(why)` once.

/** Cuts text into lines, however it arrives. */
export class LineCutter {
  constructor() {
    this.rest = "";
  }

  cut(text) {
    const lines = (this.rest + text).split(/\r?\n/);
    this.rest = lines.pop();
    return lines;
  }

  finish() {
    const rest = this.rest;
    this.rest = "";
    return rest === "" ? [] : [rest];
  }
}

async function readAll(reader, take, cutter = new LineCutter()) {
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = cutter.cut(decoder.decode(value, { stream: true }));
    if (lines.length > 0) take(lines);
  }
  take(cutter.finish());
}

/** A file: whole lines as fast as they can be read. */
export async function openFile(file, take, end) {
  try {
    await readAll(file.stream().getReader(), take);
    end(`The whole of ${file.name} was read.`);
  } catch (error) {
    end(`${file.name} cannot be read: ${error.message}`);
  }
}

/** A serial port that the user chooses. Returns what closes it. */
export async function openSerial(baudRate, take, end) {
  const port = await navigator.serial.requestPort();
  await port.open({ baudRate });
  const reader = port.readable.getReader();
  readAll(reader, take)
    .then(() => "The serial port was closed.", (error) => `The serial port failed: ${error.message}`)
    .then(async (why) => {
      reader.releaseLock();
      await port.close().catch(() => {});
      end(why);
    });
  return () => reader.cancel();
}

/** A bridge on this machine: ../bridge.py. Returns what closes it. */
export function openBridge(address, take, end) {
  const cutter = new LineCutter();
  const socket = new WebSocket(address);
  let greeted = false;
  socket.onmessage = ({ data }) => {
    greeted = true;
    take(cutter.cut(data));
  };
  socket.onclose = () => {
    take(cutter.finish());
    end(greeted ? "The bridge has ended." : `No bridge answers at ${address}.`);
  };
  return () => socket.close();
}
