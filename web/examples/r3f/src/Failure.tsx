import { Component, type ReactNode } from "react";

/** Shows why a file could not be loaded instead of an empty page. */
export class Failure extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <pre role="alert">{message}</pre>;
  }
}
