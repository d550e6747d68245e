//! Sign-in with wallets over HTTP. `forum-domain` tests the contents of messages, `forum-adapters` and a journey test
//! signatures of independent libraries.

use forum_tests::harness::{Answer, Ports, TestApi};
use forum_tests::wallet::SoftWallet;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::reauthenticate;
use crate::support::sign_in_methods::{EnrolledPasskey, link_wallet, signed};

const ANA: &str = "ana@school.example";
const BY_WALLET: &str = "/api/auth/sessions/web3";
const OWN: &str = "/api/users/me/identities";

async fn sign_in(api: &TestApi, request: &Value) -> Answer {
    api.anonymous().post(BY_WALLET, request).await
}

async fn nonce(api: &TestApi) -> String {
    let nonce = api.anonymous().call("/api/auth/web3/nonces").await.expect(201);
    assert_eq!(nonce.json["expires_in"], 300);
    nonce.text_at("/nonce")
}

#[tokio::test]
async fn a_linked_wallet_signs_in() {
    let (api, ana) = TestApi::with_applicant().await;
    for wallet in [SoftWallet::ethereum("ana"), SoftWallet::solana("ana")] {
        let own = link_wallet(&ana, &api, &wallet).await.expect(201);
        assert_eq!(own.text_at("/provider"), wallet.chain().as_str());
        assert_eq!(own.text_at("/subject").to_lowercase(), wallet.address().to_lowercase());
        let session = sign_in(&api, &signed(&api, &wallet).await).await.expect(201);
        assert_eq!((session.text_at("/user/email"), session.text_at("/aal")), (ANA.into(), "aal1".into()));
        assert_eq!(session.text_at("/amr/0/method"), "web3");
        // A wallet does not make a session fresh.
        let by_wallet = api.with_token(&session.text_at("/access_token"));
        let unlinking = by_wallet.delete(&format!("{OWN}/{}", own.text_at("/id"))).await;
        unlinking.problem(403, "reauthentication_required");
    }
}

#[tokio::test]
async fn a_changed_message_and_a_signature_of_another_wallet_or_message_are_refused() {
    let (api, ana) = TestApi::with_applicant().await;
    for (wallet, eve) in [
        (SoftWallet::ethereum("ana"), SoftWallet::ethereum("eve")),
        (SoftWallet::solana("ana"), SoftWallet::solana("eve")),
    ] {
        link_wallet(&ana, &api, &wallet).await.expect(201);
        let given = nonce(&api).await;
        let message = wallet.message(&given, api.now());
        // A nonce of another kind of flow.
        let other = api.anonymous().call("/api/auth/nonces").await.expect(201).text_at("/nonce");
        let changed = message.replacen(&given, &other.replace('-', ""), 1);
        sign_in(&api, &wallet.request(&changed)).await.problem(400, "message_invalid");
        sign_in(&api, &eve.request(&message)).await.problem(401, "signature_invalid");
        let mut request = wallet.request(&message);
        request["message"] = json!(wallet.message(&nonce(&api).await, api.now()));
        sign_in(&api, &request).await.problem(401, "signature_invalid");
        // The nonce is still valid.
        sign_in(&api, &wallet.request(&message)).await.expect(201);
    }
}

#[tokio::test]
async fn a_wallet_is_linked_to_one_account_and_unlinked() {
    let api = TestApi::new().await;
    let [ana, bo] = [api.applicant(ANA).await, api.applicant("bo@school.example").await];
    let wallet = SoftWallet::ethereum("ana");
    let own = link_wallet(&ana, &api, &wallet).await.expect(201).text_at("/id");
    link_wallet(&bo, &api, &wallet).await.problem(409, "identity_taken");
    // A message for another chain's address.
    let mut proof = signed(&api, &wallet).await;
    proof.as_object_mut().expect("an object").remove("chain");
    proof["provider"] = json!("solana");
    ana.post(OWN, &proof).await.problem(400, "message_invalid");
    api.clock().advance(Duration::minutes(10));
    link_wallet(&ana, &api, &SoftWallet::solana("ana")).await.problem(403, "reauthentication_required");
    reauthenticate(&ana).await;
    EnrolledPasskey::by(&ana).await;
    ana.delete(&format!("{OWN}/{own}")).await.expect(204);
    sign_in(&api, &signed(&api, &wallet).await).await.problem(403, "wallet_not_linked");
}

#[tokio::test]
async fn an_unconfigured_chain_is_unknown() {
    let api = TestApi::with(
        Ports::new().await.with(|program| program.chains.retain(|chain| chain.as_str() == "ethereum")),
    );
    let request = signed(&api, &SoftWallet::solana("ana")).await;
    sign_in(&api, &request).await.problem(404, "unknown_provider");
    let ana = api.applicant(ANA).await;
    link_wallet(&ana, &api, &SoftWallet::solana("ana")).await.problem(404, "unknown_provider");
    let request = signed(&api, &SoftWallet::ethereum("ana")).await;
    sign_in(&api, &request).await.problem(403, "wallet_not_linked");
}
